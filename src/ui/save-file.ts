/** Lets the browser keep a file, such as one that was loaded with the session's token. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The click has started the download; the address is needed until the browser has read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
