# A Pact Broker for one test: an empty SQLite database, and nothing that calls out.

# What is set for another broker, the one to publish to, doesn't configure this one.
ENV.delete_if { |name, _| name.start_with?('PACT_BROKER_') }
ENV['TZ'] = 'Etc/UTC'

require 'pact_broker'

# The pipe ends with the test run, however it ends, and the broker with it.
Thread.new do
  $stdin.read
  exit!
end

run(PactBroker::App.new do |config|
  config.database_url = "sqlite://#{ENV.fetch('BROKER_DATABASE')}"
  config.log_stream = :stdout
  config.log_level = :warn
  config.seed_example_data = false
  config.webhook_scheme_whitelist = []
end)
