// On a slow line the display face misses the first paint, and `font-display: optional` leaves it
// out until the next page. This brings it in as soon as it has arrived.

/**
 * Runs in the page, behind the frame that the whole sheet changes. Headlines on screen whose height
 * would change keep the fallback, so that nothing below them moves: about one in thirty.
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
