-- Every form of Lua, and every kind of name that is looked for when a file is read.
local LIMIT <const>, STEP <const> = 0x1F, 2.5e-3 // 1
local words = { "one", 'two'; last = [[three
lines]], [1 + 3] = [==[four]==] } --[[ of the whole
file ]]
local function nearest(who, ...)
  for _, one in ipairs(enemies(who)) do if one.up then return one end end
  return nil;
end
local wider = function(n) return n & 3 | 4 ~ 1 << 2 >> 1 end
function helper(self, target)
  lose(target, 'prone')
  return #words, -LIMIT
end
second = function(self) heal(self, 1) end
function act(self, target, with)
  local many, mean = 1, not self.pressed
  local result = test(self, "attack", { target = target, with = with, add = { { "pressing", 2 } } })
  if not result.passed or has(self, "prone") then
    return
  elseif result.natural == 20 and target.zone ~= "far" then
    deal(target, { dice = with.damage, reduce = target.armour, minimum = 1, times = 2 })
  elseif lookup("soak", target.zone, many) >= 2 then
    run "push"
  else
    spend(self, "deed", 1)
  end
  while many <= 3 do
    many = many + 1
    if many > 2 then break end
  end
  repeat
    local step = many // 2
    many = many - 1
  until step < 1 or many % 2 == 0
  for nth = 1, 2 do
    if nth == 2 then goto done end
    say(("blow " .. nth):upper() .. "!", math.floor(many), string.len("x"), options.dark)
    ::done::
  end
  do
    local tally = { self.health, [words[1]] = many ^ 2, inner = function(x) return x end }
    tally.health = many
    tally["more"], many = side.lost, tally.inner(2)
  end
  if self.health < attacker.max_health then
    choose(self, "Which way?", { "this way", "that way", "none" })
  end
  local text = choose(self, words[1], { "here", LIMIT })
  gain(target, "prone")
  gain(target, (mean and "shielded" or "prone"))
  self.pressed, target.marks = true, round + wider(many)
  self.zone = "near"
  local other = nearest(self, many)
  if other then helper(self, other) second(other) end
end
function tick(self)
  log("the clock goes on, " .. self.name, damage_taken) self.marks = self.marks + 1
end
