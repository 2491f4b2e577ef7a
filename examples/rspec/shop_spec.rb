RSpec.describe Shop do
  subject(:shop) { Shop.new(sandbox.url, sandbox.key) }

  it('shows only the pets for sale') { expect(shop.for_sale.map { _1[:status] }.uniq).to eq ['available'] }
  it 'tries again when the store is closed' do
    sandbox.force(operation: 'listPets', code: 503, times: 1)
    shop.for_sale
    expect(sandbox.requests.map { _1[:status] }).to eq [503, 200]
  end
  it 'adds a pet' do
    shop.take_in('Rex', 2)
    expect(sandbox.requests.first[:json]).to eq(name: 'Rex', categoryId: 2)
  end
end
