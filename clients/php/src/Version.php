<?php

// Written by clients/generator from clients/openapi.json. Do not edit.

declare(strict_types=1);

namespace Kofa;

const VERSION = '0.1.0';
