-- What of Press its data cannot say.

-- Whoever has hit with the blow before, too, may drive the other away.
function press(self, target, with)
  local hit = test(self, "blow")
  if not hit.passed then
    self.pressed = false
    return
  end
  local times = hit.natural == 20 and 2 or 1
  harm(target, { dice = with and with.damage or "1d4", times = times, less = target.armour, least = 1 })
  if self.pressed and target.health > 0 and target.zone == "near" and confirm(self, "Drive " .. target.name .. " away?", true) then
    target.zone = "far"
  end
  self.pressed = true
end

function close(self, target)
  self.zone = target.zone
end

-- Each foe here throws against the shout, all at once.
function shout(self)
  spend(self, "breath")
  local here = {}
  for _, foe in ipairs(foes(self)) do
    if foe.zone == self.zone then table.insert(here, foe) end
  end
  for foe, total in pairs(rolls(here, "d20", "steadies")) do
    if total + foe.skill < 10 + self.skill then gain(foe, "shaken") end
  end
end

function waver(self)
  if roll(self, "d6", "nerve") <= 3 then
    say(self .. " has had enough.")
    gain(self, "fled")
  end
end

function rest(self)
  heal(self, half(self.max_health - self.health + 1))
  self.breath = self.max_breath
end
