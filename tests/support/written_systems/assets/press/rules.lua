-- What of Press its data cannot say.

-- PRS-10, PRS-11: whoever has hit with the blow before, too, may drive the other away.
function press(self, target, with)
  local result = test(self, "blow")
  if not result.passed then
    self.pressed = false
    return
  end
  local times = result.natural == 20 and 2 or 1
  deal(target, { dice = with and with.damage or "1d4", times = times, reduce = target.armour, minimum = 1 })
  if self.pressed and target.health > 0 and target.zone == "near" and confirm(self, "Drive " .. target.name .. " away?", true) then
    target.zone = "far"
  end
  self.pressed = true
end

-- PRS-12
function close(self, target)
  self.zone = target.zone
end

-- PRS-13: two points with what is in hand, or half of it by giving ground.
function evade(self)
  if self.zone == "near" and choose(self, "How?", { "parry", "give ground" }) == "give ground" then
    reduce(half(damage_taken))
    self.zone = "far"
  else
    reduce(2)
  end
end

-- PRS-20: each foe here throws against the shout, all at once.
function shout(self)
  spend(self, "breath")
  local here = {}
  for _, foe in ipairs(enemies(self)) do
    if foe.zone == self.zone then table.insert(here, foe) end
  end
  for foe, total in pairs(rolls(here, "d20", "steadies")) do
    if total + foe.skill < 10 + self.skill then gain(foe, "shaken") end
  end
end

-- PRS-21: two others at most are heartened, and shaken no more.
function rally(self)
  for _, friend in ipairs(pick(self, "Whom do you rally?", allies(self), 1, 2)) do
    lose(friend, "shaken")
    gain(friend, "heartened", { by = self })
  end
end

-- PRS-40
function waver(self)
  if roll(self, "d6", "nerve") <= 3 then
    say(self.name .. " has had enough.")
    gain(self, "fled")
  end
end

-- PRS-50
function rest(self)
  heal(self, half(self.max_health - self.health + 1))
  self.breath = self.max_breath
end
