-- Environment of rules.lua: only the names that it may use. Functions that can run long are written in Lua here, so that
-- their instructions are counted like those of the rules. Affray passes `host`: the functions, and a way to call them.
local host = ...
local native_next, native_tostring, native_select, native_type = next, tostring, select, type
local set, kind_of_number, native_unpack = setmetatable, math.type, table.unpack
local people, ids, metas = {}, {}, {}
-- Values of the records.
local held = set({}, { __mode = "k" })
host.ids, host.rows = ids, {}

local function wrong(what)
  host.call("wrong", what)
end

local function said(one)
  if ids[one] then return host.call("get", ids[one], "name") end
  local kind = native_type(one)
  if kind == "table" or kind == "function" or kind == "userdata" then return kind end
  return native_tostring(one)
end

-- Combatants: they contain no values. All reads and changes go to the sheet.
local Who = {
  __index = function(who, key) return (host.call("get", ids[who], key)) end,
  __newindex = function(who, key, to) host.call("put", ids[who], key, to) end,
  __concat = function(one, other) return said(one) .. said(other) end,
}

function host.person(id)
  local who = people[id]
  if not who then
    who = set({}, Who)
    people[id], ids[who] = who, id
  end
  return who
end

-- Rows, hits and similar records: unknown names are reported. They contain no values either, so that rules cannot change them.
function host.record(what, values)
  local meta = metas[what]
  if not meta then
    meta = {
      __index = function(one, key)
        local value = held[one][key]
        if value == nil then return (host.call("missing", what, key)) end
        return value
      end,
      __newindex = function(_, key) host.call("fixed", what, key) end,
    }
    metas[what] = meta
  end
  local one = set({}, meta)
  held[one] = values
  return one
end

-- Creates a library with only the functions named here.
local function library(name, has)
  local all = {}
  for key in native_next, has do all[#all + 1] = key end
  host.libraries[name] = all
  set(has, { __index = function(_, key) return (host.call("missing", name, key)) end })
  return set({}, { __index = has, __newindex = function(_, key) host.call("fixed", name, key) end })
end

local function needs_list(name, list)
  if native_type(list) ~= "table" or ids[list] then wrong("`" .. name .. "` needs a list first, not " .. said(list)) end
end

local function needs_whole(name, number)
  if kind_of_number(number) ~= "integer" then wrong("`" .. name .. "` needs a whole number here, not " .. said(number)) end
end

-- Merge sort: gives a definite order even if the comparison is inconsistent.
local function sort(list, before)
  needs_list("table.sort", list)
  before = before or function(one, other) return one < other end
  local from, into, count, width = {}, {}, #list, 1
  for at = 1, count do from[at] = list[at] end
  while width < count do
    for start = 1, count, 2 * width do
      local left, right = start, start + width
      local middle, stop = right, start + 2 * width
      if middle > count + 1 then middle, right = count + 1, count + 1 end
      if stop > count + 1 then stop = count + 1 end
      for at = start, stop - 1 do
        if left < middle and (right >= stop or not before(from[right], from[left])) then
          into[at] = from[left]
          left = left + 1
        else
          into[at] = from[right]
          right = right + 1
        end
      end
    end
    from, into, width = into, from, 2 * width
  end
  for at = 1, count do list[at] = from[at] end
end

local function rank(key)
  if ids[key] then return 4 end
  local kind = native_type(key)
  if kind == "number" then return 1 end
  if kind == "string" then return 2 end
  if kind == "boolean" then return 3 end
  wrong("`pairs` goes through numbers, words and combatants in order, but " .. kind .. " has none")
end

local function earlier(one, other)
  local left, right = rank(one), rank(other)
  if left ~= right then return left < right end
  if left == 4 then return ids[one] < ids[other] end
  if left == 3 then return other and not one end
  return one < other
end

local words = {}
for _, name in ipairs(host.words) do
  words[name] = function(...) return host.call(name, ...) end
end

function words.pairs(list)
  needs_list("pairs", list)
  list = held[list] or list
  local keys, at = {}, 0
  for key in native_next, list do
    rank(key)
    keys[#keys + 1] = key
  end
  sort(keys, earlier)
  return function()
    local key, value
    repeat
      at = at + 1
      key = keys[at]
      if key == nil then return nil end
      value = list[key]
    until value ~= nil
    return key, value
  end
end

function words.ipairs(list)
  needs_list("ipairs", list)
  local at = 0
  return function()
    at = at + 1
    if list[at] ~= nil then return at, list[at] end
  end
end

function words.assert(holds, what, ...)
  if not holds then wrong(what == nil and "the condition of `assert` is false" or said(what)) end
  return holds, what, ...
end

function words.error(what)
  wrong(what == nil and "the rule reports an error" or said(what))
end

words.tostring, words.tonumber, words.type, words.select = said, tonumber, native_type, native_select

-- Same functions as in expressions of system.ron.
function words.half(number)
  if native_type(number) ~= "number" then wrong("`half` needs a number, not " .. said(number)) end
  return number // 2
end

function words.either(holds, this, that)
  if holds then return this end
  return that
end

function words.dice_showing(result, from, to)
  if native_type(held[result]) ~= "table" or native_type(held[result].dice) ~= "table" then
    wrong("`dice_showing` needs a result first, not " .. said(result))
  end
  to = to or from
  needs_whole("dice_showing", from)
  needs_whole("dice_showing", to)
  local count = 0
  for _, die in native_next, held[result].dice do
    if die >= from and die <= to then count = count + 1 end
  end
  return count
end

words.min, words.max = math.min, math.max

words.math = library("math", {
  abs = math.abs, ceil = math.ceil, floor = math.floor, max = math.max, min = math.min,
  tointeger = math.tointeger, type = math.type, maxinteger = math.maxinteger, mininteger = math.mininteger,
})

local text = {
  byte = string.byte, char = string.char, len = string.len, lower = string.lower, reverse = string.reverse,
  sub = string.sub, upper = string.upper,
  format = function(...) return host.call("format", ...) end,
}

local find = string.find
function text.find(whole, part, from)
  return find(whole, part, from or 1, true)
end

function text.rep(part, times, between)
  part, between = said(part), between or ""
  needs_whole("string.rep", times)
  if times > 10000 or (#part + #between) * times > 10000 then
    wrong("`string.rep` makes texts of at most 10,000 characters")
  end
  local whole = ""
  for at = 1, times do whole = whole .. (at > 1 and between or "") .. part end
  return whole
end

local from_text = getmetatable("")
words.string = library("string", text)
from_text.__index = text

local tables = { sort = sort }

function tables.insert(list, ...)
  needs_list("table.insert", list)
  local count = #list
  if native_select("#", ...) < 2 then
    list[count + 1] = (...)
    return
  end
  local at, value = ...
  needs_whole("table.insert", at)
  if at < 1 or at > count + 1 then wrong("`table.insert` has no index " .. at .. " in a list of " .. count) end
  for place = count, at, -1 do list[place + 1] = list[place] end
  list[at] = value
end

function tables.remove(list, at)
  needs_list("table.remove", list)
  local count = #list
  at = at or count
  needs_whole("table.remove", at)
  if count == 0 then return nil end
  if at < 1 or at > count then wrong("`table.remove` has no index " .. at .. " in a list of " .. count) end
  local value = list[at]
  for place = at, count do list[place] = list[place + 1] end
  return value
end

function tables.concat(list, between, from, to)
  needs_list("table.concat", list)
  local whole = ""
  from, to = from or 1, to or #list
  for at = from, to do whole = whole .. (at > from and between or "") .. said(list[at]) end
  return whole
end

function tables.unpack(list, from, to)
  needs_list("table.unpack", list)
  from, to = from or 1, to or #list
  needs_whole("table.unpack", from)
  needs_whole("table.unpack", to)
  if to - from > 200 then wrong("`table.unpack` returns at most 200 values") end
  return native_unpack(list, from, to)
end

words.table = library("table", tables)

-- `a / b` is read as `a * over * b`: an even division gives a whole number.
local Part = {
  __mul = function(part, by)
    local number = part[1]
    if native_type(number) ~= "number" or native_type(by) ~= "number" then
      wrong("only numbers can be divided, not " .. said(number) .. " by " .. said(by))
    end
    if kind_of_number(number) ~= "integer" or kind_of_number(by) ~= "integer" then return number / by end
    if by == 0 then wrong(number .. " cannot be divided by 0") end
    if number % by == 0 then return number // by end
    wrong(number .. " / " .. by .. " is not a whole number: write `//`, which rounds down, or `half(x)`")
  end,
}
words.__over = set({}, { __mul = function(number) return set({ number }, Part) end })

-- Values of the fight that rules read like a table.
local function window(name)
  return set({}, {
    __index = function(_, key) return (host.call(name, key)) end,
    __newindex = function(_, key) host.call("fixed", name, key) end,
  })
end
words.options, words.side = window("options"), window("side")

set(words, { __index = function(_, key) return (host.call("missing", "", key)) end })
local open = { __index = words }
local sealed = { __index = words, __newindex = function(_, key) host.call("global", key) end }

-- The file runs again for every call of a function, so that its variables keep no values.
function host.fresh(file, attacker, damage_taken, round)
  local names = set({}, open)
  file(names)
  names.attacker, names.damage_taken, names.round = attacker, damage_taken, round
  return set(names, sealed)
end

host.known = {}
for name in native_next, words do
  if name ~= "__over" then host.known[#host.known + 1] = name end
end
