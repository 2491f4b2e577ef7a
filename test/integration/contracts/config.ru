# A Rack application in front of the service of a test, a simulator or a broken one.
require 'rack/proxy'

run Rack::Proxy.new(backend: ENV.fetch('SERVICE_ORIGIN'))
