// Fonts that the first paint does without. Each makes the browser lay out the page again, so they
// come one at a time, none in the frame of the whole style sheet.

/**
 * Runs in the page. First the fonts of the sheet `faces`. Then, as soon as it has loaded, the
 * display font: on a slow connection it misses the first paint, and with `font-display: optional`
 * it would stay unused until the next page. Visible headlines whose height would change keep the
 * fallback font, so that nothing moves: about one in thirty.
 */
export const printLateFaces = ({ rules, faces }: { rules: string; faces: string }): string => `{
const family="Bricolage Grotesque Late",root=document.documentElement;
const link=document.getElementById("display-face");
const whole=document.querySelector('link[href="${rules}"]');
const task=()=>new Promise(done=>setTimeout(done));
const frame=()=>new Promise(requestAnimationFrame).then(task);
const isSeen=({bottom,top})=>bottom>0&&top<innerHeight;
const styled=whole.sheet?task():new Promise(done=>{whole.onload=whole.onerror=done});
const sheet=Object.assign(document.createElement("link"),{rel:"stylesheet",href:"${faces}"});
const asked=styled.then(frame).then(()=>{document.head.append(sheet)});
if(link)Promise.all([new FontFace(family,"url("+link.href+")",{weight:"200 800"}).load(),
asked.then(frame)]).then(async([face])=>{
const shown=[...document.querySelectorAll("h1,h2,h3,h4,.font-display")]
.map(node=>({node,box:node.getBoundingClientRect()})).filter(({box})=>isSeen(box));
await task();
document.fonts.add(face);
const fallback=getComputedStyle(root).getPropertyValue("--font-display").replace(/^[^,]*,/,"");
for(const{node}of shown.filter(({node,box})=>
Math.abs(node.getBoundingClientRect().height-box.height)>.1))
node.style.fontFamily=fallback},()=>{})}`;
