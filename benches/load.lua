-- The load of one sample. Environment of `wrk`: `wrk … -s load.lua -- KEY [FIRST LAST]`.
-- With FIRST and LAST every request asks for another `rcNumber` between them.

local key, first, last

function init(arguments)
  key, first, last = arguments[1], tonumber(arguments[2]), tonumber(arguments[3])
  wrk.headers["X-API-Key"] = key
  math.randomseed(tonumber(arguments[4] or "1"))
  if not first then
    local same = wrk.format("GET")
    request = function() return same end
  end
end

function request()
  return wrk.format("GET", wrk.path .. "?rcNumber=" .. math.random(first, last))
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
