# The same service after `verify`: each "verify:" names what the natural one got wrong.
require 'json'
require 'sequel'
require 'sinatra'

set :port, ENV.fetch('PORT', 4567)
# verify: errors were HTML pages.
set :show_exceptions, false

API_KEY = ENV.fetch('API_KEY', 'test-key')
STATUSES = %w[available pending sold].freeze
INT64 = (-2**63..2**63 - 1)
# One connection, for which threads queue: the gem `sqlite3` waits for a lock without letting the thread run that
# holds it, so a second connection blocks them all until its timeout.
DB = Sequel.sqlite(ENV.fetch('DATABASE', 'pets.sqlite'), max_connections: 1, pool_timeout: 30)

DB.create_table? :pets do
  primary_key :id
  String :name, text: true, null: false
  Bignum :category_id, null: false
  String :status
end

# verify: Sequel writes values into the SQL text, which ends at a NUL; bound values may contain one.
CREATE_PET = DB[:pets].prepare(:insert, :create_pet, name: :$name, category_id: :$category_id, status: :$status)

# verify: `"status": null` is no PetStatus; a pet without a status has no such field.
def pet_json(pet)
  { id: pet[:id], name: pet[:name], categoryId: pet[:category_id], status: pet[:status] }.compact
end

def fail_with(status, code, message)
  content_type :json
  halt status, { code: code, message: message, status: status }.to_json
end

# verify: `split.last` also accepted the key with another scheme, and with none.
def check_key
  key = request.env['HTTP_AUTHORIZATION'].to_s[/\ABearer +(\S+)\z/i, 1].to_s
  return if Rack::Utils.secure_compare(key.b, API_KEY.b)

  headers 'WWW-Authenticate' => 'Bearer'
  fail_with 401, 'unauthorized', 'Missing or invalid API key'
end

# verify: `data['name']` is an error for a body that is a number, and true for a name that is one.
def read_new_pet
  data = JSON.parse(request.body.read, allow_comments: false)
  fail_with 400, 'bad_request', 'the body must be an object' unless data.is_a?(Hash)

  name, category_id, status = data.values_at('name', 'categoryId', 'status')
  unless name.is_a?(String) && name.valid_encoding?
    fail_with 400, 'bad_request', 'name must be a string'
  end
  unless category_id.is_a?(Integer) && INT64.cover?(category_id)
    fail_with 400, 'bad_request', 'categoryId must be an int64 integer'
  end
  if data.key?('status') && !STATUSES.include?(status)
    fail_with 400, 'bad_request', "status must be one of #{STATUSES.join(', ')}"
  end
  { name: name, category_id: category_id, status: status }
rescue JSON::ParserError, EncodingError
  fail_with 400, 'bad_request', 'the body must be JSON'
end

before do
  content_type :json
  check_key
end

get '/v1/pets' do
  limit = params[:limit].to_s[/\A\d{1,4}\z/] ? params[:limit].to_i.clamp(1, 100) : 20
  pets = DB[:pets].order(:id).limit(limit)
  pets = pets.where(status: STATUSES & [params[:status]]) if params[:status]
  pets.map { |pet| pet_json(pet) }.to_json
end

post '/v1/pets' do
  new_pet = read_new_pet
  id = CREATE_PET.call(new_pet)
  status 201
  pet_json(new_pet.merge(id: id)).to_json
end

# SQLite takes 1.0 for 1; a regular expression takes digits only.
get %r{/v1/pets/([1-9]\d{0,18})} do |id|
  pet = DB[:pets][id: id.to_i]
  fail_with 404, 'not_found', 'No pet has this id' unless pet
  pet_json(pet).to_json
end

not_found { fail_with 404, 'not_found', 'No such resource' }

# A query that Rack cannot parse fails before the `before` filter.
error Sinatra::BadRequest do
  check_key
  fail_with 400, 'bad_request', 'The request is malformed'
end

error { fail_with 500, 'internal_error', 'Internal error' }
