from afterburner_lab.cli import main

main()
