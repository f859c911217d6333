// On a slow connection the display font misses the first paint, and with `font-display: optional`
// it stays unused until the next page. This script applies it as soon as it has loaded.

/**
 * Runs in the page, after the frame in which the whole style sheet applies. Visible headlines whose
 * height would change keep the fallback font, so that nothing moves: about one in thirty.
 */
export const lateFace = `{
const family="Bricolage Grotesque Late",root=document.documentElement;
const link=document.getElementById("display-face");
const isSeen=({bottom,top})=>bottom>0&&top<innerHeight;
if(link)new FontFace(family,"url("+link.href+")",{weight:"200 800"}).load().then(face=>
requestAnimationFrame(()=>setTimeout(()=>{
const shown=[...document.querySelectorAll("h1,h2,h3,h4,.font-display")]
.map(node=>({node,box:node.getBoundingClientRect()})).filter(({box})=>isSeen(box));
document.fonts.add(face);
const fallback=getComputedStyle(root).getPropertyValue("--font-display").replace(/^[^,]*,/,"");
for(const{node}of shown.filter(({node,box})=>
Math.abs(node.getBoundingClientRect().height-box.height)>.1))
node.style.fontFamily=fallback})),()=>{})}`;
