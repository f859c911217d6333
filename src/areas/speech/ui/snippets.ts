// Code examples for the API.
import type { Snippet } from '#ui/SnippetTabs.tsx';

/** Placeholder for the API key. */
export const keyPlaceholder = 'YOUR_API_KEY';

export const speakSnippets = (origin: string, key = keyPlaceholder): Snippet[] => {
  const url = `${origin}/apix/services/tts/base64/`;
  return [
    {
      value: 'curl',
      label: 'curl',
      code: [
        `curl -s ${url} \\`,
        `  -H "Authorization: ApiKey ${key}" \\`,
        '  -H "Content-Type: application/json" \\',
        `  -d '{"text":"Good morning.","response_format":"mp3"}' \\`,
        `  | sed 's/.*"audio":"\\([^"]*\\)".*/\\1/' | base64 -d > speech.mp3`,
      ].join('\n'),
    },
    {
      value: 'typescript',
      label: 'TypeScript',
      code: [
        `import { writeFile } from 'node:fs/promises';`,
        '',
        `const response = await fetch('${url}', {`,
        `  method: 'POST',`,
        `  headers: { Authorization: 'ApiKey ${key}', 'Content-Type': 'application/json' },`,
        `  body: JSON.stringify({ text: 'Good morning.', response_format: 'mp3' }),`,
        '});',
        'const spoken = await response.json();',
        'if (!response.ok) throw new Error(JSON.stringify(spoken));',
        `await writeFile('speech.mp3', Buffer.from(spoken.audio, 'base64'));`,
        `console.log(spoken.duration, 's', spoken.usage);`,
      ].join('\n'),
    },
    {
      value: 'python',
      label: 'Python',
      code: [
        'import base64, json, urllib.request',
        '',
        'request = urllib.request.Request(',
        `    "${url}",`,
        '    data=json.dumps({"text": "Good morning.", "response_format": "mp3"}).encode(),',
        `    headers={"Authorization": "ApiKey ${key}", "Content-Type": "application/json"},`,
        ')',
        'spoken = json.load(urllib.request.urlopen(request))',
        'open("speech.mp3", "wb").write(base64.b64decode(spoken["audio"]))',
        'print(spoken["duration"], "s")',
      ].join('\n'),
    },
  ];
};

export const transcribeSnippets = (origin: string, key = keyPlaceholder): Snippet[] => {
  const url = `${origin}/apix/services/transcribe/base64/`;
  return [
    {
      value: 'curl',
      label: 'curl',
      code: [
        `printf '{"audio":"%s","response_format":"srt"}' "$(base64 < speech.mp3 | tr -d '\\n')" |`,
        `  curl -s ${url} \\`,
        `    -H "Authorization: ApiKey ${key}" \\`,
        '    -H "Content-Type: application/json" \\',
        '    --data-binary @-',
      ].join('\n'),
    },
    {
      value: 'typescript',
      label: 'TypeScript',
      code: [
        `import { readFile } from 'node:fs/promises';`,
        '',
        `const audio = await readFile('speech.mp3', 'base64');`,
        `const response = await fetch('${url}', {`,
        `  method: 'POST',`,
        `  headers: { Authorization: 'ApiKey ${key}', 'Content-Type': 'application/json' },`,
        `  body: JSON.stringify({ audio, response_format: 'verbose_json' }),`,
        '});',
        'const heard = await response.json();',
        'if (!response.ok) throw new Error(JSON.stringify(heard));',
        'console.log(heard.text);',
      ].join('\n'),
    },
    {
      value: 'python',
      label: 'Python',
      code: [
        'import base64, json, urllib.request',
        '',
        'audio = base64.b64encode(open("speech.mp3", "rb").read()).decode()',
        'request = urllib.request.Request(',
        `    "${url}",`,
        '    data=json.dumps({"audio": audio, "response_format": "verbose_json"}).encode(),',
        `    headers={"Authorization": "ApiKey ${key}", "Content-Type": "application/json"},`,
        ')',
        'print(json.load(urllib.request.urlopen(request))["text"])',
      ].join('\n'),
    },
  ];
};
