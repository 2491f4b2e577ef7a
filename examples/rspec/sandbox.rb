require 'json'
require 'net/http'
require 'securerandom'

class Sandbox
  attr_reader :key, :name
  def initialize = @key = "#{ENV.fetch('ANIMAL_STORE_API_KEY')}.#{@name = "test-#{SecureRandom.uuid}"}"
  def url = ENV.fetch('ANIMAL_STORE_URL')
  def force(**rule) = call('POST', '/rules', rule)
  def requests = JSON.parse(call('GET', '/requests'), symbolize_names: true)[:requests]
  def drop = call('DELETE', "/sandboxes/#{name}")
  def call(method, path, body = nil)
    uri = URI(ENV.fetch('ANIMAL_STORE_ADMIN_URL') + path)
    response = Net::HTTP.new(uri.host, uri.port).send_request(method, uri, body&.to_json, 'Authorization' => "Bearer #{key}")
    response.code < '400' ? response.body : raise(response.body)
  end
  def report = requests.map { _1.values_at(:method, :path, :query, :status).join(' ') } << url.sub('/v1', "/#/traffic?sandbox=#{name}")
end

RSpec.shared_context('with a sandbox') { let(:sandbox) { Sandbox.new } }
RSpec.configure do |config|
  config.include_context 'with a sandbox'
  config.after { |test| test.exception ? puts(sandbox.report) : sandbox.drop }
end
