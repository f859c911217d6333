// Fonts that the first paint does without. Each makes the browser lay out the page again, so they
// come together, and not in the frame of the whole style sheet. They are added by script: a new
// style sheet with fonts would make the browser look for all others again, the system's too.

/** The arguments of FontFace. */
type Face = [family: string, source: string, descriptors: Record<string, string>];

const descriptorNames: Record<string, string> = {
  'font-style': 'style',
  'font-weight': 'weight',
  'font-display': 'display',
  'unicode-range': 'unicodeRange',
};

/** The rules of a minified style sheet that has nothing else. */
export function readFaces(css: string): Face[] {
  return [...css.matchAll(/@font-face\{([^}]*)\}/g)].map(([, body = '']) => {
    const values = new Map(
      body.split(';').map((declaration) => {
        const at = declaration.indexOf(':');
        return [declaration.slice(0, at), declaration.slice(at + 1)];
      }),
    );
    const take = (name: string) => {
      const value = values.get(name);
      values.delete(name);
      return value ?? '';
    };
    const family = take('font-family').replaceAll(/["']/g, '');
    const source = take('src');
    const descriptors = [...values].map(([name, value]) => {
      const descriptor = descriptorNames[name];
      if (!descriptor) throw new Error(`Add ${name} to the descriptors of fonts.`);
      return [descriptor, value];
    });
    return [family, source, Object.fromEntries(descriptors)];
  });
}

/**
 * An expression, resolved when it is done. Once the style sheet `rules` has loaded, it adds the
 * fonts of the sheet `faces`, and with them the display font: on a slow connection it misses the
 * first paint, and with `font-display: optional` it would stay unused until the next page. Visible
 * headlines whose height would change keep the fallback font, so that nothing moves: about one in
 * thirty.
 */
export const printLateFaces = ({
  rules,
  faces,
}: {
  rules: string;
  faces: string;
}): string => `(()=>{
const family="Bricolage Grotesque Late",root=document.documentElement;
const link=document.getElementById("display-face");
const whole=document.querySelector('link[href="${rules}"]');
const task=()=>new Promise(done=>setTimeout(done));
const frame=()=>new Promise(requestAnimationFrame).then(task);
const isSeen=({bottom,top})=>bottom>0&&top<innerHeight;
const isLaidOut=node=>node.checkVisibility?.({contentVisibilityAuto:true})??true;
const faces=${JSON.stringify(readFaces(faces))}.map(parts=>new FontFace(...parts));
const add=all=>{for(const face of all)document.fonts.add(face)};
const styled=(whole.sheet?task():new Promise(done=>{whole.onload=whole.onerror=done})).then(frame);
const display=link&&new FontFace(family,"url("+link.href+")",{weight:"600"}).load();
return Promise.all([display,styled]).then(async([face])=>{
if(!face)return add(faces);
const shown=[...document.querySelectorAll("h1,h2,h3,h4,.font-display")]
.filter(isLaidOut).map(node=>({node,box:node.getBoundingClientRect()})).filter(({box})=>isSeen(box));
await task();
add([face,...faces]);
const fallback=getComputedStyle(root).getPropertyValue("--font-display").replace(/^[^,]*,/,"");
for(const{node}of shown.filter(({node,box})=>
Math.abs(node.getBoundingClientRect().height-box.height)>.1))
node.style.fontFamily=fallback},()=>add(faces))})()`;
