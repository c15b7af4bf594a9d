// Written by clients/generator from clients/openapi.json. Do not edit.

export const VERSION = "0.1.0";
