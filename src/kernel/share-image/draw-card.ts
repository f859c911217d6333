// Renders a card as a PNG. The renderer opens no address and no file: fonts and images are passed
// as bytes and text as text nodes, so markup in a title stays text.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ImageSource, type Node, Renderer } from '@takumi-rs/core';
import { extractEmojis } from '@takumi-rs/helpers/emoji';
import site from '#content/site.json' with { type: 'json' };
import { brandColors } from '#lib/brand-colors.ts';
import { packageFolder } from '../font-subsets.ts';
import type { ShareCard } from './card.ts';
import { drawCardDiagram } from './card-diagram.ts';
import { detectDirection, listTypefaces, type Style, type Typeface } from './typefaces.ts';

export const cardSize = { width: 1200, height: 630 } as const;

const renderer = new Renderer({ cacheMaxBytes: 8 * 1024 * 1024 });
const registered = new Map<string, Promise<unknown>>();

/** Registers a font once, when the first text needs it. */
function register({ name, file, weight }: Typeface): Promise<unknown> {
  const known = registered.get(name);
  if (known) return known;
  const done = readFile(file)
    .then((data) =>
      renderer.registerFont({ name, data, style: 'normal', ...(weight && { weight }) }),
    )
    .catch((error: unknown) => {
      registered.delete(name);
      throw error;
    });
  registered.set(name, done);
  return done;
}

const colors = brandColors.dark;

/** The mark of public/favicon.svg on the dark ground. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32" fill="none" stroke-width="3"><path d="M11 2v6M11 14v16M21 2v16M21 24v6" stroke="${colors.text}"/><path d="M2 11h16M24 11h6" stroke="${colors.accent}"/><path d="M2 21h6M14 21h16" stroke="${colors.info}"/></svg>`;

/** Shorter titles are larger; characters of wide scripts count twice. */
function chooseTitleSize(title: string): number {
  const wide = title.match(/[\u1100-\u11ff\u2e80-\uffef]/gu)?.length ?? 0;
  const length = title.length + wide;
  if (length <= 32) return 80;
  if (length <= 64) return 64;
  return length <= 110 ? 52 : 40;
}

type TextOptions = { style: Style; fontSize: number; lines: number; color: string };

function layOut(text: string, { style, fontSize, lines, color }: TextOptions): Node {
  const isTitle = style === 'title';
  return {
    type: 'text',
    text,
    dir: detectDirection(text),
    style: {
      color,
      fontSize,
      fontFamily: listTypefaces(text, style)
        .map(({ name }) => `"${name}"`)
        .join(', '),
      fontWeight: isTitle ? 600 : 400,
      lineHeight: isTitle ? 1.12 : 1.35,
      letterSpacing: isTitle ? '-0.02em' : '0',
      direction: detectDirection(text),
      textAlign: 'start',
      width: '100%',
      overflowWrap: 'anywhere',
      lineClamp: lines,
      textOverflow: 'ellipsis',
    },
  };
}

function layOutCard({ title, subtitle }: ShareCard): Node {
  const brand: Node = {
    type: 'container',
    style: { display: 'flex', alignItems: 'center', gap: 16 },
    children: [
      { type: 'image', src: 'mark', width: 46, height: 46 },
      layOut(site.name, { style: 'title', fontSize: 34, lines: 1, color: colors.text }),
    ],
  };
  const words: Node = {
    type: 'container',
    style: { display: 'flex', flexDirection: 'column', gap: 24, width: '100%' },
    children: [
      layOut(title, {
        style: 'title',
        fontSize: chooseTitleSize(title),
        lines: 6,
        color: colors.text,
      }),
      ...(subtitle
        ? [layOut(subtitle, { style: 'text', fontSize: 30, lines: 3, color: colors.quiet })]
        : []),
    ],
  };
  return {
    type: 'container',
    style: { ...cardSize, display: 'flex', alignItems: 'stretch', backgroundColor: colors.ground },
    children: [
      {
        type: 'container',
        style: {
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          width: 720,
          padding: '60px 24px 60px 64px',
        },
        children: [brand, words],
      },
      {
        type: 'container',
        style: { display: 'flex', alignItems: 'center', justifyContent: 'center', width: 480 },
        children: [
          {
            type: 'image',
            src: 'diagram',
            style: { width: 400, height: 510, objectFit: 'contain' },
          },
        ],
      },
    ],
  };
}

const emojiFolder = packageFolder('@twemoji/svg');
const emojiAddress = /\/svg\/([0-9a-f-]+)\.svg$/;

/** Replaces the remote addresses of emoji by the images in node_modules. */
async function readEmojis(node: Node): Promise<{ node: Node; images: ImageSource[] }> {
  const images = new Map<string, ImageSource>();
  const visit = async (at: Node): Promise<Node | undefined> => {
    if (at.type === 'container') {
      const children = await Promise.all((at.children ?? []).map(visit));
      return { ...at, children: children.filter((child) => child !== undefined) };
    }
    if (at.type !== 'image' || typeof at.src !== 'string') return at;
    const name = emojiAddress.exec(at.src)?.[1];
    if (!name) return at;
    const data = await readFile(path.join(emojiFolder, `${name}.svg`)).catch(() => undefined);
    if (!data) return undefined;
    images.set(name, { src: name, data });
    return { ...at, src: name };
  };
  const found = await visit(extractEmojis(node, 'twemoji'));
  return { node: found ?? node, images: [...images.values()] };
}

/** Throws when a font can't be read. */
export async function drawCard(card: ShareCard): Promise<Buffer> {
  const faces = [
    ...listTypefaces(site.name + card.title, 'title'),
    ...listTypefaces(card.subtitle, 'text'),
  ];
  await Promise.all(faces.map(register));
  const { node, images } = await readEmojis(layOutCard(card));
  return renderer.render(node, {
    ...cardSize,
    format: 'png',
    images: [
      ...images,
      { src: 'mark', data: Buffer.from(mark) },
      { src: 'diagram', data: Buffer.from(drawCardDiagram(card.diagram)), cache: 'none' },
    ],
  });
}
