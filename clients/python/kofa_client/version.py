"""Written by clients/generator from clients/openapi.json. Do not edit."""

VERSION = "0.1.0"
