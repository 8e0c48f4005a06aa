"""What every part of the lab uses: sides, the driver, files, statistics, options."""
