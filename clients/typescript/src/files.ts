/** A file to send. */
export interface FileUpload {
  content: Uint8Array | Blob;
  /** Told in the record of a job. In the sandbox, reserved names choose the outcome. */
  name: string;
  /** The media type. The server looks at the first bytes whatever this says. */
  type?: string;
}

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
