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
complete -c affray -n "__fish_affray_needs_command" -f -a "resume" -d 'Goes on with the last fight, the one of that name, or a copy of a file from elsewhere'
complete -c affray -n "__fish_affray_needs_command" -f -a "new" -d 'Sets up a new fight, or begins a bundled encounter, one of your own, or one in a file'
complete -c affray -n "__fish_affray_needs_command" -f -a "new-system" -d 'Writes a folder to begin a rule system of your own with'
complete -c affray -n "__fish_affray_needs_command" -f -a "list" -d 'Lists the saved fights, the last changed first'
complete -c affray -n "__fish_affray_needs_command" -f -a "check" -d 'Tells every mistake in systems, rosters, encounters, tables, settings, key maps and saved fights'
complete -c affray -n "__fish_affray_needs_command" -f -a "roll" -d 'Throws dice and shows how likely each total is'
complete -c affray -n "__fish_affray_needs_command" -f -a "log" -d 'Writes a fight\'s log as Markdown'
complete -c affray -n "__fish_affray_needs_command" -f -a "stats" -d 'Tells what the party did and suffered in all its fights together, or in those named'
complete -c affray -n "__fish_affray_needs_command" -f -a "watch" -d 'Shows a fight to the players while it is fought elsewhere; writes nothing'
complete -c affray -n "__fish_affray_needs_command" -f -a "serve" -d 'Shows a fight to the players on a page for browsers while it is fought elsewhere'
complete -c affray -n "__fish_affray_needs_command" -f -a "picture" -d 'Writes the screen of a saved fight, as it stands, as an SVG picture'
complete -c affray -n "__fish_affray_needs_command" -f -a "import" -d 'Makes a roster from files of another program: Improved Initiative, 5e-bits, Open5e, 5etools, JSON, CSV'
complete -c affray -n "__fish_affray_needs_command" -f -a "odds" -d 'Tells how a fight is likely to end, from thousands that are played on from where it stands'
complete -c affray -n "__fish_affray_needs_command" -f -a "export" -d 'Writes a whole saved fight as one RON text, or a system of your own as one file'
complete -c affray -n "__fish_affray_needs_command" -f -a "completions" -d 'Writes what makes a shell complete Affray\'s commands'
complete -c affray -n "__fish_affray_using_subcommand resume" -l lines -d 'Plays it in lines, without a screen: what is new is told, a line is the keys of the screen'
complete -c affray -n "__fish_affray_using_subcommand resume" -l json -d 'The same, what is told as one JSON object a line'
complete -c affray -n "__fish_affray_using_subcommand resume" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand new" -l party -d 'A party that was kept: it fights on the players\' side' -r
complete -c affray -n "__fish_affray_using_subcommand new" -l seed -d 'Makes the dice come as they came with this seed, like 12 or 0xc0ffee' -r
complete -c affray -n "__fish_affray_using_subcommand new" -l lines -d 'Plays it in lines, without a screen: what is new is told, a line is the keys of the screen'
complete -c affray -n "__fish_affray_using_subcommand new" -l json -d 'The same, what is told as one JSON object a line'
complete -c affray -n "__fish_affray_using_subcommand new" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand new-system" -l from -d 'The system that it is to be a copy of, with all its files: one of the list, or a folder or file that somebody has sent; left out, Any game with the least that one needs' -r
complete -c affray -n "__fish_affray_using_subcommand new-system" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand list" -l json -d 'Writes JSON, for programs'
complete -c affray -n "__fish_affray_using_subcommand list" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand check" -l system -d 'The rule system of rosters and tables whose folder does not say it' -r
complete -c affray -n "__fish_affray_using_subcommand check" -l watch -d 'Checks again whenever one of them changes, until Ctrl-C'
complete -c affray -n "__fish_affray_using_subcommand check" -l json -d 'Writes JSON, for programs'
complete -c affray -n "__fish_affray_using_subcommand check" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand roll" -l seed -d 'Makes the dice come as they came with this seed, like 12 or 0xc0ffee' -r
complete -c affray -n "__fish_affray_using_subcommand roll" -l json -d 'Writes JSON, for programs'
complete -c affray -n "__fish_affray_using_subcommand roll" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand log" -l players -d 'Leaves out what is hidden from the players'
complete -c affray -n "__fish_affray_using_subcommand log" -l json -d 'Writes JSON, for programs'
complete -c affray -n "__fish_affray_using_subcommand log" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand stats" -l json -d 'Writes JSON, for programs'
complete -c affray -n "__fish_affray_using_subcommand stats" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand watch" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand serve" -l lan -d 'Lets phones and tablets of this network read it too; shows the address as a QR code' -r
complete -c affray -n "__fish_affray_using_subcommand serve" -l port -d 'Serves it at this port from now on' -r
complete -c affray -n "__fish_affray_using_subcommand serve" -l new-token -d 'Serves it under a new address: pages that are open show nothing any more'
complete -c affray -n "__fish_affray_using_subcommand serve" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand picture" -l columns -d 'Columns of the screen' -r
complete -c affray -n "__fish_affray_using_subcommand picture" -l rows -d 'Rows of the screen' -r
complete -c affray -n "__fish_affray_using_subcommand picture" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand import" -l system -d 'The rule system of the roster' -r
complete -c affray -n "__fish_affray_using_subcommand import" -l name -d 'The roster\'s name; left out, that of the file' -r
complete -c affray -n "__fish_affray_using_subcommand import" -l print -d 'Shows the roster and writes nothing'
complete -c affray -n "__fish_affray_using_subcommand import" -l prefer-library -d 'Takes the library\'s combatant instead of an imported one of the same name'
complete -c affray -n "__fish_affray_using_subcommand import" -l json -d 'Writes JSON, for programs'
complete -c affray -n "__fish_affray_using_subcommand import" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand odds" -l fights -d 'How many fights are played' -r
complete -c affray -n "__fish_affray_using_subcommand odds" -l seed -d 'Where their dice start: the same seed gives the same table' -r
complete -c affray -n "__fish_affray_using_subcommand odds" -l side -d 'How a side is led, like Bandits=reckless,kills: plain, cautious or reckless; stays or flees; spares or kills; focuses or spreads; looks or knows; sensible, sharp or presets' -r
complete -c affray -n "__fish_affray_using_subcommand odds" -l threads -d 'How many are played at once; as many as there are cores if left out' -r
complete -c affray -n "__fish_affray_using_subcommand odds" -l svg -d 'Writes a picture, how many stand over the rounds, to this file too' -r -F
complete -c affray -n "__fish_affray_using_subcommand odds" -l json -d 'Writes JSON for programs instead of a table'
complete -c affray -n "__fish_affray_using_subcommand odds" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand export" -l system -d 'The system that is to be sent to others, instead of a fight' -r
complete -c affray -n "__fish_affray_using_subcommand export" -s h -l help -d 'Print help'
complete -c affray -n "__fish_affray_using_subcommand completions" -s h -l help -d 'Print help'
