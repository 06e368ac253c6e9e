---@meta
-- Functions and variables of rules.lua, for editors with the Lua language server. Affray does not read this file.

---A combatant. Also has the fields and conditions of your system.ron. A condition is true or false, or its level.
---@class Combatant
---@field name string
---@field side string name of the side
---@field up boolean true if the combatant is in the fight and can act
---@field acted boolean true if the combatant's turn in this round is over
---@field players boolean true if the players run the combatant
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

---An amount of damage or healing: dice or a number.
---@class Amount
---@field dice? string
---@field amount? integer
---@field times? integer
---@field reduce? integer
---@field minimum? integer
---@field half? boolean
---@field label? string

---In a reaction: the combatant who attacks.
---@type Combatant
attacker = nil
---In a reaction: the damage before the reaction.
---@type integer
damage_taken = 0
---Number of the round.
---@type integer
round = 1
---Options of the fight.
---@type table<string, any>
options = {}
---Members of the side of `self`: at the start, and lost.
---@type { count: integer, lost: integer }
side = {}

---Rolls dice. Returns the total and a list of the results.
---@param who Combatant? nil: dice without a combatant
---@param dice string|integer
---@param what? string
---@return integer total
---@return integer[] faces
function roll(who, dice, what) end
---Lets several combatants roll at once. Returns the total of each combatant.
---@param list Combatant[]
---@param dice string|integer
---@param what string
---@return table<Combatant, integer>
function rolls(list, dice, what) end
---Rolls a test of system.ron.
---@param who Combatant
---@param name string
---@param more? { target?: Combatant, with?: Row, add?: { [1]: string, [2]: integer }[] }
---@return Result
function test(who, name, more) end
---Asks for one or more of these combatants.
---@param who Combatant? nil: the game master
---@param title string
---@param list Combatant[]
---@param least? integer
---@param most? integer if given, the function returns a list
---@return any
function pick(who, title, list, least, most) end
---Asks for one of several texts.
---@param who Combatant?
---@param title string
---@param answers string[]
---@return string
function choose(who, title, answers) end
---Asks yes or no.
---@param who Combatant?
---@param title string
---@param default? boolean
---@return boolean
function confirm(who, title, default) end
---Asks for a whole number.
---@param who Combatant?
---@param title string
---@param least? integer
---@param most? integer
---@param default? integer
---@return integer
function number(who, title, least, most, default) end
---Asks for a text.
---@param who Combatant?
---@param title string
---@param default? string
---@return string
function text(who, title, default) end
---Asks for several values at once. Returns a table with the labels of the rows as keys.
---@param who Combatant?
---@param title string
---@param rows table[]
---@return table<string, any>
function form(who, title, rows) end
---Starts a condition.
---@param who Combatant
---@param condition string
---@param more? { by?: Combatant, levels?: integer }
function gain(who, condition, more) end
---Ends a condition, or removes levels.
---@param who Combatant
---@param condition string
---@param more? { levels?: integer }
function lose(who, condition, more) end
---Returns true if the combatant has the condition.
---@param who Combatant
---@param condition string
---@return boolean
function has(who, condition) end
---Sets a field, and logs the reason `why`.
---@param who Combatant
---@param field string
---@param to any
---@param why? string
function set(who, field, to, why) end
---Continues the last line of the log.
---@param text string
function say(text) end
---Adds a line to the log.
---@param text string
function log(text) end
---Deals damage after reactions. Returns the damage taken.
---@param who Combatant
---@param amount integer|Amount
---@return integer lost
function deal(who, amount) end
---Restores hit points.
---@param who Combatant
---@param amount integer|Amount
function heal(who, amount) end
---Returns the combatants of other sides who are up.
---@param who? Combatant
---@return Combatant[]
function enemies(who) end
---Returns the other combatants of the same side who are up.
---@param who? Combatant
---@return Combatant[]
function allies(who) end
---Returns all combatants, including combatants who are down.
---@return Combatant[]
function everyone() end
---Spends a slot of the turn, or points of a field.
---@param who Combatant
---@param from string slot of the turn, or field
---@param amount? integer
---@return boolean false if the combatant does not have enough
function spend(who, from, amount) end
---Runs a routine of system.ron.
---@param name string
function run(name) end
---Refuses the choice with a reason.
---@param why string
function refuse(why) end
---In a reaction: reduces the damage.
---@param amount integer
function reduce(amount) end
---In a reaction: redirects the attack to another combatant.
---@param who Combatant
function retarget(who) end
---Returns a value from a table of system.ron.
---@param name string
---@param ... string|integer
---@return any
function lookup(name, ...) end
---Returns half of a number, rounded down.
---@param number number
---@return integer
function half(number) end
---Counts the dice of a result that show `from`, or `from` to `to`.
---@param result Result
---@param from integer
---@param to? integer
---@return integer
function dice_showing(result, from, to) end
---Returns `this` if the condition is true, otherwise `that`.
---@generic T
---@param condition any
---@param this T
---@param that T
---@return T
function either(condition, this, that) end
---Returns the lowest number.
---@param ... number
---@return number
function min(...) end
---Returns the highest number.
---@param ... number
---@return number
function max(...) end
