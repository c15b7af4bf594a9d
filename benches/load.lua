-- The load of one sample. Arguments of `wrk`: `wrk … -s load.lua -- KEY [MODE …]`:
--   none                              the same GET every time
--   companies LAST SEED               another `rcNumber` from 1 to LAST every time
--   subscribe VENDOR BANK CODE FIRST  another person's application every time, from number FIRST
--   transactions OFFER PAGES SEED     another page from 1 to PAGES of that offer's every time

local MINIMUM, REFUSED, LARGEST = 20, 13, 250  -- OFR-BAOBAB; the sandbox refuses 13 minimums
local WEIGHTS = {3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3}
local PEOPLE = {
  {"Ngozi", "Okafor", "Female"}, {"Chidi", "Eze", "Male"}, {"Amina", "Abubakar", "Female"},
  {"Tunde", "Balogun", "Male"}, {"Folake", "Adeyemi", "Female"}, {"Ibrahim", "Danjuma", "Male"},
  {"Ebele", "Nwosu", "Female"}, {"Emeka", "Obi", "Male"}, {"Halima", "Sani", "Female"},
  {"Segun", "Ogunleye", "Male"}, {"Blessing", "Etim", "Female"},
}
local HOMES = {
  {"12 Admiralty Way, Lekki Phase 1", "Lagos", "Eti-Osa"},
  {"4 Awolowo Avenue, Bodija", "Oyo", "Ibadan North"},
  {"21 Ogui Road", "Enugu", "Enugu North"},
  {"7 Ahmadu Bello Way", "Kaduna", "Kaduna North"},
  {"33 Zoo Road", "Kano", "Kano Municipal"},
}

local function post(body)
  return wrk.format("POST", nil, nil, body)
end

-- The account `serial` (nine digits) at the bank `code` (three), with its check digit.
local function nuban(code, serial)
  local digits, sum = "000" .. code .. serial, 0
  for at = 1, 15 do sum = sum + (digits:byte(at) - 48) * WEIGHTS[at] end
  return serial .. (10 - sum % 10) % 10
end

local modes = {}

function modes.companies(last, seed)
  math.randomseed(tonumber(seed))
  return function() return wrk.format("GET", wrk.path .. "?rcNumber=" .. math.random(1, last)) end
end

function modes.transactions(offer, pages, seed)
  math.randomseed(tonumber(seed))
  local body = '{"offerId":"' .. offer .. '","page":%d,"size":20}'
  return function() return post(string.format(body, math.random(1, pages))) end
end

function modes.subscribe(vendor, bank, code, first)
  local number = tonumber(first)
  local body = '{"vendorId":"' .. vendor .. '","offerId":"OFR-BAOBAB","offerType":"PrimaryOffer",'
    .. '"numberOfShares":%d,"brokerId":"meristem-stockbrokers","profileType":"INDIVIDUAL",'
    .. '"firstName":"%s","lastName":"%s","dateOfBirth":"19%02d-04-12","gender":"%s",'
    .. '"email":"%s.%d@example.com","phoneNumber":"0803%07d","bvn":"22%09d","nin":"81%09d",'
    .. '"address":"%s","nationality":"Nigeria","state":"%s","lga":"%s","maritalStatus":%d,'
    .. '"nextOfKinFullName":"Uche %s","nextOfKinPhone":"0805%07d","bankCode":"' .. code .. '",'
    .. '"bankId":' .. bank .. ',"bankAccountNumber":"%s","hasExistingChnDepository":false,'
    .. '"isCardPayment":false}'
  return function()
    number = number + 1
    local who, home = PEOPLE[number % #PEOPLE + 1], HOMES[number % #HOMES + 1]
    local lots = number % LARGEST + 1
    if lots == REFUSED then lots = 1 end
    local account = nuban(code, string.format("3%08d", number))
    return post(string.format(body, lots * MINIMUM, who[1], who[2], 50 + number % 50, who[3],
      who[1], number, number % 10000000, number, number, home[1], home[2], home[3], number % 6,
      who[2], (number + 1) % 10000000, account))
  end
end

function init(arguments)
  wrk.headers["X-API-Key"] = arguments[1]
  local mode = arguments[2]
  if mode then
    wrk.headers["Content-Type"] = "application/json"
    request = modes[mode](unpack(arguments, 3))
  else
    local same = wrk.format("GET")
    request = function() return same end
  end
end

-- One line of JSON, which `measure` reads.
function done(summary, latency)
  local failed = summary.errors.connect + summary.errors.read + summary.errors.write
    + summary.errors.status + summary.errors.timeout
  io.write(string.format(
    '\n{"requests":%d,"duration_us":%d,"failed":%d,"p50_us":%d,"p99_us":%d,"max_us":%d}\n',
    summary.requests, summary.duration, failed,
    latency:percentile(50), latency:percentile(99), latency.max))
end
