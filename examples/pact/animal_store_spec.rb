require 'json'
require 'logger'
require 'pact/rspec'
require 'rack/builder'
require 'rack/mock_request'

Pact::Provider::ProviderStateServlet.prepend(Module.new do
  def do_POST(request, response)
    super
    response['Content-Type'] = 'application/json'
    response.body = JSON.generate(@values || {})
  end

  private def call_setup(...) = @values = super
end)

API_KEY = 'test-key'
SERVICE = Rack::Builder.parse_file('config.ru')

def create_pet(status)
  body = JSON.generate({ name: 'Rex', categoryId: 1, status: status }.compact)
  headers = { 'CONTENT_TYPE' => 'application/json', 'HTTP_AUTHORIZATION' => "Bearer #{API_KEY}" }
  response = Rack::MockRequest.new(SERVICE).post('/v1/pets', input: body, **headers)
  JSON.parse(response.body)['id'].to_s
end

RSpec.describe 'animal-store', :pact do
  http_pact_provider 'animal-store', opts: {
    app: ->(env) { SERVICE.call(env.merge('PATH_INFO' => "/v1#{env['PATH_INFO']}")) },
    http_port: 9292,
    provider_setup_port: 9001,
    pact_dir: 'contracts'
  }

  provider_state('the API key is valid') { set_up { { apiKey: API_KEY } } }
  provider_state('the API key is not valid') { set_up { { apiKey: "no-#{API_KEY}" } } }
  provider_state('a category exists') do
    set_up { |params| { categoryId: params['categoryId'] || '1' } }
  end
  provider_state('a pet exists') do
    set_up { |params| { petId: create_pet(params['status']) } }
  end
  provider_state('no pet has the identifier') { set_up { { petId: '9223372036854775807' } } }
  provider_state('there are at least this many pets') do
    set_up { |params| params['count'].times { create_pet(nil) } && {} }
  end
end
