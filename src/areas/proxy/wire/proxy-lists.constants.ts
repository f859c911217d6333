// How lists of proxies are told apart, for the server that reads them and the dialog that shows
// their lines.

/** Names of the address in CSV and JSON; any of them marks the header of a CSV file. */
export const hostNames = ['host', 'proxy_address', 'ip', 'ip_address', 'hostname'] as const;

/** Where APIs of providers put the list: Webshare's is `{"results": [...], "next": null}`. */
export const listNames = ['results', 'proxies', 'data', 'list'] as const;

const csvHeader = new RegExp(String.raw`(^|[,;])\s*"?(${hostNames.join('|')})"?\s*([,;]|$)`, 'i');
export const isCsvHeader = (line: string): boolean => csvHeader.test(line);

/** An array of objects or lines, or an object that contains one. `[::1]:80` is no array. */
export const isJsonList = (text: string): boolean => /^\s*(?:\{|\[\s*[[{"\]])/.test(text);
