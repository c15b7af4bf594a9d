<?php

// What Composer would do: everything, and first what others extend.

foreach (['Model', 'Exceptions', 'Http'] as $name) {
    require_once __DIR__ . "/../src/$name.php";
}
foreach (glob(__DIR__ . '/../src/*.php') as $path) {
    require_once $path;
}
