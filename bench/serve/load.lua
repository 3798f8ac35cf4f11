-- Load for wrk, by the clock: requests are due at their times, however long the answers to others take.
-- wrk -s load.lua URL -- RATE PATH...: RATE requests a second, or 0 for one after the other on each connection;
-- the paths in turn, "*" in them counted up. Prints counts and times (ms) as a line of JSON after "RESULT ".
local ffi = require('ffi')
ffi.cdef [[ typedef struct { long s; long ns; } load_time; int clock_gettime(int, load_time *); ]]

local MONOTONIC = 1
local clock = ffi.new('load_time')
local function now()
  ffi.C.clock_gettime(MONOTONIC, clock)
  return tonumber(clock.s) * 1000 + tonumber(clock.ns) / 1e6
end

local threads = {}
function setup(thread)
  table.insert(threads, thread)
end

local paths, interval, due
local sent = 0
function init(args)
  local rate = tonumber(table.remove(args, 1))
  interval = rate > 0 and 1000 / rate
  paths = args
  due = now()
end

-- Each connection that is free takes the next time that nobody has taken.
function delay()
  if not interval then return 0 end
  due = due + interval
  return math.max(0, math.floor(due - now() + 0.5))
end

function request()
  sent = sent + 1
  local path = paths[sent % #paths + 1]:gsub('*', sent)
  return wrk.format('GET', path)
end

-- Globals, as `done` reads them from outside the thread.
ok, shed, other = 0, 0, 0
function response(status)
  if status == 200 then
    ok = ok + 1
  elseif status == 503 then
    shed = shed + 1
  else
    other = other + 1
  end
end

local function errorsOf(errors)
  return errors.connect + errors.read + errors.write + errors.timeout
end

function done(summary, latency)
  local thread = threads[1]
  local ok, shed, other = thread:get('ok'), thread:get('shed'), thread:get('other')
  local quick = 0
  for index = 1, #latency do
    local time, count = latency(index)
    if time < 10000 then quick = quick + count end
  end
  -- Whoever is turned away hears so before any other has its page.
  local share = shed > 0 and shed / (ok + shed + other) or 1
  io.write(string.format(
    'RESULT {"ok":%d,"shed":%d,"other":%d,"errors":%d,"seconds":%f,"median":%f,"quick":%d}\n',
    ok, shed, other, errorsOf(summary.errors), summary.duration / 1e6, latency:percentile(50 * share) / 1000, quick
  ))
end
