# The service as one writes it in half an hour.
require 'json'
require 'sequel'
require 'sinatra'

set :port, ENV.fetch('PORT', 4567)

API_KEY = ENV.fetch('API_KEY', 'test-key')
DB = Sequel.sqlite(ENV.fetch('DATABASE', 'pets.sqlite'))

DB.create_table? :pets do
  primary_key :id
  String :name, null: false
  Integer :category_id, null: false
  String :status
end

def pet_json(pet)
  { id: pet[:id], name: pet[:name], categoryId: pet[:category_id], status: pet[:status] }
end

def fail_with(status, code, message)
  halt status, { code: code, message: message, status: status }.to_json
end

before do
  content_type :json
  token = request.env['HTTP_AUTHORIZATION'].to_s.split.last
  fail_with 401, 'unauthorized', 'Missing or invalid API key' unless token == API_KEY
end

get '/v1/pets' do
  pets = DB[:pets].limit((params[:limit] || 20).to_i)
  pets = pets.where(status: params[:status]) if params[:status]
  pets.all.map { |pet| pet_json(pet) }.to_json
end

post '/v1/pets' do
  data = JSON.parse(request.body.read)
  fail_with 400, 'bad_request', 'name is required' unless data['name']
  fail_with 400, 'bad_request', 'categoryId is required' unless data['categoryId']

  id = DB[:pets].insert(name: data['name'], category_id: data['categoryId'], status: data['status'])
  status 201
  pet_json(DB[:pets][id: id]).to_json
end

get '/v1/pets/:id' do
  pet = DB[:pets][id: params[:id]]
  fail_with 404, 'not_found', 'No pet has this id' unless pet
  pet_json(pet).to_json
end
