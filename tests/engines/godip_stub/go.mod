module github.com/zond/godip

go 1.16
