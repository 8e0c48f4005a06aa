module peer

go 1.26
