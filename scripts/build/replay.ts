/**
 * Repeats what visitors did before hydration, which the page's loader has recorded: typed text and
 * checkboxes are entered again, and the last click or submission is repeated. React may hydrate in
 * parts, so each field and form is awaited separately, plus one tick; a form submitted within that
 * tick also waits for its fields. Not part of the page: it runs with the scripts that hydrate it.
 */
export const replay = `{const{typed,isLive,kept}=early,seen=new Set;
const isReady=node=>isLive(node)&&(seen.has(node)||!seen.add(node));
const enter=(node,value)=>{if(typeof value==="boolean"){node.checked=!value;node.click();return}
node.value="";
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node),"value").set.call(node,value);
for(const type of["input","change"])node.dispatchEvent(new Event(type,{bubbles:true}))};
const timer=setInterval(()=>{if(!isReady(document.body.firstElementChild))return;
for(const[node,value]of typed)if(isReady(node)||!node.isConnected){
typed.delete(node);enter(node,value)}
if(typed.size)return;
const{again}=early;
if(again){if(isReady(again.node)){again.run();early.again=null}return}
clearInterval(timer);for(const type in kept)removeEventListener(type,kept[type],true)},30)}`;
