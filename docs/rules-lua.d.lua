---@meta
-- What rules.lua may use, for editors with the Lua language server. Affray itself does not read this file.

---A combatant. Fields and conditions of your system.ron stand beside these; a condition is true or false.
---@class Combatant
---@field name string
---@field side string the name of the side
---@field up boolean in the fight and able to act
---@field acted boolean has had its turn in this round
---@field players boolean players run it
---@field [string] any

---A row of a list, such as a weapon.
---@class Row
---@field name string
---@field [string] any

---Result of a roll.
---@class Result
---@field total integer
---@field natural integer
---@field margin integer
---@field raises integer
---@field passed boolean
---@field outcome string
---@field test string
---@field kind string
---@field dice integer[] results of the dice that count

---@class Amount
---@field dice? string
---@field amount? integer
---@field times? integer
---@field reduce? integer
---@field minimum? integer
---@field half? boolean
---@field label? string

---@type Combatant
attacker = nil
---@type integer
damage_taken = 0
---@type integer
round = 1
---@type table<string, any>
options = {}
---@type { count: integer, lost: integer }
side = {}

---@param who Combatant? nil: nobody's dice
---@param dice string|integer
---@param what? string
---@return integer total
---@return integer[] faces
function roll(who, dice, what) end
---@param list Combatant[]
---@param dice string|integer
---@param what string
---@return table<Combatant, integer>
function rolls(list, dice, what) end
---@param who Combatant
---@param name string
---@param more? { target?: Combatant, with?: Row, add?: { [1]: string, [2]: integer }[] }
---@return Result
function test(who, name, more) end
---@param who Combatant? nil: the game master
---@param title string
---@param list Combatant[]
---@param least? integer
---@param most? integer with it a list comes back
---@return any
function pick(who, title, list, least, most) end
---@param who Combatant?
---@param title string
---@param answers string[]
---@return string
function choose(who, title, answers) end
---@param who Combatant?
---@param title string
---@param default? boolean
---@return boolean
function confirm(who, title, default) end
---@param who Combatant?
---@param title string
---@param least? integer
---@param most? integer
---@param default? integer
---@return integer
function number(who, title, least, most, default) end
---@param who Combatant?
---@param title string
---@param default? string
---@return string
function text(who, title, default) end
---@param who Combatant?
---@param title string
---@param rows table[]
---@return table<string, any>
function form(who, title, rows) end
---@param who Combatant
---@param condition string
---@param more? { by?: Combatant, levels?: integer }
function gain(who, condition, more) end
---@param who Combatant
---@param condition string
---@param more? { levels?: integer }
function lose(who, condition, more) end
---@param who Combatant
---@param condition string
---@return boolean
function has(who, condition) end
---@param who Combatant
---@param field string
---@param to any
---@param why? string
function set(who, field, to, why) end
---@param text string
function say(text) end
---@param text string
function log(text) end
---@param who Combatant
---@param amount integer|Amount
---@return integer lost
function deal(who, amount) end
---@param who Combatant
---@param amount integer|Amount
function heal(who, amount) end
---@param who? Combatant
---@return Combatant[]
function enemies(who) end
---@param who? Combatant
---@return Combatant[]
function allies(who) end
---@return Combatant[]
function everyone() end
---@param who Combatant
---@param purse string
---@param many? integer
---@return boolean
function spend(who, purse, many) end
---@param name string
function run(name) end
---@param why string
function refuse(why) end
---@param amount integer
function reduce(amount) end
---@param who Combatant
function retarget(who) end
---@param name string
---@param ... string|integer
---@return any
function lookup(name, ...) end
---@param number number
---@return integer
function half(number) end
---@param result Result
---@param from integer
---@param to? integer
---@return integer
function dice_showing(result, from, to) end
---@generic T
---@param holds any
---@param this T
---@param that T
---@return T
function either(holds, this, that) end
---@param ... number
---@return number
function min(...) end
---@param ... number
---@return number
function max(...) end
