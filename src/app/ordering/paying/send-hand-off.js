document.getElementById("hand-off").submit();
