<?php

declare(strict_types=1);

namespace Kofa;

/** A file to send. */
final class FileUpload
{
    public function __construct(
        public readonly string $content,
        /** Told in the record of a job. In the sandbox, reserved names choose the outcome. */
        public readonly string $name,
        /** The media type. The server looks at the first bytes whatever this says. */
        public readonly string $type = 'application/octet-stream',
    ) {
    }

    /** The file at `$path`, under its own name. */
    public static function fromPath(string $path): self
    {
        $content = file_get_contents($path);
        if ($content === false) {
            throw new \InvalidArgumentException("$path cannot be read");
        }
        return new self($content, basename($path));
    }
}
