require 'json'
require 'net/http'

# The app under test, a shop that sells the pets of the store.
class Shop
  def initialize(url, key)
    @url = url
    @headers = { 'Authorization' => "Bearer #{key}", 'Content-Type' => 'application/json' }
  end

  def for_sale = send_request(Net::HTTP::Get, '/pets?status=available')

  def take_in(name, category)
    send_request(Net::HTTP::Post, '/pets', { name: name, categoryId: category }.to_json)
  end

  private

  def send_request(type, path, body = nil, retries = 1)
    uri = URI(@url + path)
    request = type.new(uri, @headers)
    request.body = body
    response = Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
    return send_request(type, path, body, retries - 1) if response.code == '503' && retries.positive?

    JSON.parse(response.body, symbolize_names: true)
  end
end
