# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_affray_global_optspecs
    string join \n h/help V/version
end

function __fish_affray_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_affray_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_affray_using_subcommand
    set -l cmd (__fish_affray_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c affray -n "__fish_affray_needs_command" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_needs_command" -s V -l version -d 'Print version'
complete -c affray -n "__fish_affray_needs_command" -f -a "resume" -d 'Resumes the last fight, the named fight, or a copy of a file'
complete -c affray -n "__fish_affray_needs_command" -f -a "new" -d 'Sets up a new fight, or begins an encounter: bundled, your own, or in a file'
complete -c affray -n "__fish_affray_needs_command" -f -a "tutor" -d 'Teaches the keys with a small fight, or resumes the lesson'
complete -c affray -n "__fish_affray_needs_command" -f -a "new-system" -d 'Creates a folder for a rule system of your own'
complete -c affray -n "__fish_affray_needs_command" -f -a "list" -d 'Lists the saved fights, the most recent first'
complete -c affray -n "__fish_affray_needs_command" -f -a "check" -d 'Reports every error in systems, rosters, encounters, tables, settings, key maps and saved fights'
complete -c affray -n "__fish_affray_needs_command" -f -a "roll" -d 'Rolls dice and shows the probability of each total'
complete -c affray -n "__fish_affray_needs_command" -f -a "log" -d 'Prints the log of a fight as Markdown'
complete -c affray -n "__fish_affray_needs_command" -f -a "stats" -d 'Shows the party\'s statistics over all saved fights, or over the named fights'
complete -c affray -n "__fish_affray_needs_command" -f -a "watch" -d 'Shows an open fight to the players in a second terminal, read-only'
complete -c affray -n "__fish_affray_needs_command" -f -a "serve" -d 'Shows an open fight to the players in a browser'
complete -c affray -n "__fish_affray_needs_command" -f -a "picture" -d 'Prints the screen of a saved fight as an SVG picture'
complete -c affray -n "__fish_affray_needs_command" -f -a "import" -d 'Creates a roster from files of another program: Improved Initiative, 5e-bits, Open5e, 5etools, JSON, CSV'
complete -c affray -n "__fish_affray_needs_command" -f -a "odds" -d 'Estimates how a fight is likely to end, from thousands of simulated fights'
complete -c affray -n "__fish_affray_needs_command" -f -a "export" -d 'Prints a saved fight, or a system of your own, as one file'
complete -c affray -n "__fish_affray_needs_command" -f -a "words" -d 'Explains the keywords of systems: all keywords, or one keyword'
complete -c affray -n "__fish_affray_needs_command" -f -a "completions" -d 'Prints the script with which a shell completes Affray\'s commands'
complete -c affray -n "__fish_affray_using_subcommand resume" -l lines -d 'Runs without a screen: prints new output, and reads the keys of the screen line by line'
complete -c affray -n "__fish_affray_using_subcommand resume" -l json -d 'Runs without a screen and prints JSON, one object a line'
complete -c affray -n "__fish_affray_using_subcommand resume" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand new" -l party -d 'Saved party that fights on the players\' side' -r
complete -c affray -n "__fish_affray_using_subcommand new" -l seed -d 'Seed for the dice: the same seed gives the same rolls (12, 0xc0ffee)' -r
complete -c affray -n "__fish_affray_using_subcommand new" -l lines -d 'Runs without a screen: prints new output, and reads the keys of the screen line by line'
complete -c affray -n "__fish_affray_using_subcommand new" -l json -d 'Runs without a screen and prints JSON, one object a line'
complete -c affray -n "__fish_affray_using_subcommand new" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand tutor" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand new-system" -l from -d 'System to copy, with all its files: a key, a folder or a file. The default is the smallest possible system' -r
complete -c affray -n "__fish_affray_using_subcommand new-system" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand list" -l json -d 'Prints JSON for other programs'
complete -c affray -n "__fish_affray_using_subcommand list" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand check" -l system -d 'Rule system of rosters and tables whose folder does not name it' -r
complete -c affray -n "__fish_affray_using_subcommand check" -l watch -d 'Checks again whenever a file changes, until Ctrl-C'
complete -c affray -n "__fish_affray_using_subcommand check" -l json -d 'Prints JSON for other programs'
complete -c affray -n "__fish_affray_using_subcommand check" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand roll" -l seed -d 'Seed for the dice: the same seed gives the same rolls (12, 0xc0ffee)' -r
complete -c affray -n "__fish_affray_using_subcommand roll" -l json -d 'Prints JSON for other programs'
complete -c affray -n "__fish_affray_using_subcommand roll" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand log" -l players -d 'Leaves out everything that is hidden from the players'
complete -c affray -n "__fish_affray_using_subcommand log" -l json -d 'Prints JSON for other programs'
complete -c affray -n "__fish_affray_using_subcommand log" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand stats" -l json -d 'Prints JSON for other programs'
complete -c affray -n "__fish_affray_using_subcommand stats" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand watch" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand serve" -l lan -d 'Also serves phones and tablets on this network, and shows the address as a QR code' -r
complete -c affray -n "__fish_affray_using_subcommand serve" -l port -d 'Port, remembered for the next time' -r
complete -c affray -n "__fish_affray_using_subcommand serve" -l new-token -d 'Changes the address, so that open pages stop working'
complete -c affray -n "__fish_affray_using_subcommand serve" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand picture" -l columns -d 'Columns of the screen' -r
complete -c affray -n "__fish_affray_using_subcommand picture" -l rows -d 'Rows of the screen' -r
complete -c affray -n "__fish_affray_using_subcommand picture" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand import" -l system -d 'Rule system of the roster' -r
complete -c affray -n "__fish_affray_using_subcommand import" -l name -d 'Name of the roster; the default is the name of the file' -r
complete -c affray -n "__fish_affray_using_subcommand import" -l print -d 'Prints the roster and writes no file'
complete -c affray -n "__fish_affray_using_subcommand import" -l prefer-library -d 'Prefers the combatant of the library to an imported combatant of the same name'
complete -c affray -n "__fish_affray_using_subcommand import" -l json -d 'Prints JSON for other programs'
complete -c affray -n "__fish_affray_using_subcommand import" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand odds" -l fights -d 'Number of simulated fights' -r
complete -c affray -n "__fish_affray_using_subcommand odds" -l seed -d 'Seed for the dice: the same seed gives the same table' -r
complete -c affray -n "__fish_affray_using_subcommand odds" -l side -d 'Tactics of a side, like Bandits=reckless,kills: plain, cautious or reckless; stays or flees; spares or kills; focuses or spreads; looks or knows; sensible, sharp or defaults' -r
complete -c affray -n "__fish_affray_using_subcommand odds" -l threads -d 'Number of fights simulated at the same time; the default is the number of cores' -r
complete -c affray -n "__fish_affray_using_subcommand odds" -l svg -d 'Also writes an SVG picture of the survivors over the rounds to this file' -r -F
complete -c affray -n "__fish_affray_using_subcommand odds" -l json -d 'Prints JSON for other programs'
complete -c affray -n "__fish_affray_using_subcommand odds" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand export" -l system -d 'System to print instead of a fight' -r
complete -c affray -n "__fish_affray_using_subcommand export" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand words" -l json -d 'Prints JSON for other programs'
complete -c affray -n "__fish_affray_using_subcommand words" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand completions" -s h -l help -d 'Print help'
