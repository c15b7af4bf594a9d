module kofa.example/kofa

go 1.19
