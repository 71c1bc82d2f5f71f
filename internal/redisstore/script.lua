-- One call, decided on one or two buckets and charged, all at once and by this store's clock.
--
-- KEYS: the address's bucket, then the session's, if there is one. ARGV: for each bucket its horizon (what it may owe at
-- most) and what this call costs, both in microseconds. A bucket's value is one instant: when all of its debt is paid.
-- Numbers are doubles, exact up to 2^53 microseconds: until the year 2255.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local function bucket(n, charge)
  local horizon, cost = tonumber(ARGV[2 * n - 1]), tonumber(ARGV[2 * n])
  local debt = math.max(tonumber(redis.call('GET', KEYS[n]) or '0') - now, 0)
  local keep
  if debt > horizon then -- no call left it so: the policy has become stricter, or the clock went back
    debt = horizon
    keep = debt
  end
  local allowed = debt + cost <= horizon
  if allowed and charge then
    keep = debt + cost
  end
  if keep then -- gone a second after it is paid: a bucket without a debt equals one that was never used
    redis.call('SET', KEYS[n], string.format('%.0f', now + keep), 'PX', string.format('%.0f', math.ceil(keep / 1000) + 1000))
  end
  return allowed, debt
end

local address, owed = bucket(1, true)
if not KEYS[2] then
  return {now, address and 1 or 0, owed}
end
local session, owes = bucket(2, address) -- what the address refuses is not charged to the session
return {now, address and 1 or 0, owed, session and 1 or 0, owes}
