-- The requests that wrk sends for Benchmarks/serve. KIND selects the requests; the argument is a file of symbols.
local paths, typed = {}, {}
local function encode(s) return (s:gsub("[^%w%-_.~]", function(c) return string.format("%%%02X", string.byte(c)) end)) end
function init(args)
    math.randomseed(7)
    for line in io.lines(args[1]) do
        local symbol = line:match("([^,]+)%s*$")
        if symbol then
            paths[#paths + 1] = encode(symbol)
            typed[#typed + 1] = encode(symbol:sub(1, 4))
        end
    end
end
local kind = os.getenv("KIND")
local bad = { "/v1/nope", "/v1/instruments/%zz", "/v1/search?limit=x", "/../etc/passwd", "/v1/lookup", "/v1/list?order=x" }
function request()
    local symbol = paths[math.random(#paths)]
    -- The work of the load generator is equal for all kinds.
    if kind == "empty" then return wrk.format("GET", "/") end
    if kind == "mixed" then
        local n = math.random(10)
        if n == 1 then return wrk.format("GET", bad[math.random(#bad)]) end
        if n == 2 then return wrk.format("GET", "/v1/schedules/" .. symbol .. "/at") end
        if n == 3 then return wrk.format("GET", "/udf/symbols?symbol=" .. symbol) end
        if n == 4 then return wrk.format("GET", "/v1/search?q=" .. typed[math.random(#typed)]) end
    end
    if kind == "search" then return wrk.format("GET", "/v1/search?limit=10&q=" .. typed[math.random(#typed)]) end
    return wrk.format("GET", "/v1/instruments/" .. symbol)
end
