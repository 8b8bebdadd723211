module fewest

go 1.26
