@echo off
rem Runs the version of Furrow that the file `current` names, in the folder of this file.
setlocal
set INIT_CWD=%CD%
set FURROW_PACKAGE=1
set NODE_ENV=production
cd /d "%~dp0"
set /p version=<current
"versions\%version%\bin\node.exe" "versions\%version%\build\server\index.js" %*
exit /b %ERRORLEVEL%
