/** Makes the browser download a file that was fetched with the session's token. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The URL is needed until the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
