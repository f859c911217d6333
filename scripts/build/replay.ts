/**
 * Repeats what visitors did before hydration: typed text and checkboxes are entered again, and the
 * last click or submission is repeated unless the browser has handled it. The page's loader has
 * recorded what came before this script; then this one watches. React may hydrate in parts, so each
 * field and form is awaited separately, plus one tick; a form submitted within that tick also waits
 * for its fields.
 */
export const replay = `{let again;
const typed=new Map,seen=new Set,{early}=self;
const isLive=node=>Object.keys(node).some(key=>key.startsWith("__reactProps"));
const isReady=node=>isLive(node)&&(seen.has(node)||!seen.add(node));
const kept={click({target}){const button=target.closest("button:not([popovertarget]):not([type=submit])");
if(button&&!button.commandForElement&&!isLive(button))again={node:button,run:()=>button.click()}},
submit(event){const form=event.target,by=event.submitter;
if(isLive(form)&&![...typed.keys()].some(node=>node.form===form))return;
event.preventDefault();event.stopPropagation();again={node:form,run:()=>form.requestSubmit(by)}},
input({target}){if(!isLive(target)||typed.has(target))typed.set(target,
/checkbox|radio/.test(target.type)?target.checked:target.value)}};
for(const type of early.types){removeEventListener(type,early.keep,true);
addEventListener(type,kept[type],true)}
for(const event of early)kept[event.type](event);
const enter=(node,value)=>{if(typeof value==="boolean"){node.checked=!value;node.click();return}
node.value="";
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node),"value").set.call(node,value);
for(const type of["input","change"])node.dispatchEvent(new Event(type,{bubbles:true}))};
const timer=setInterval(()=>{if(!isReady(document.body.firstElementChild))return;
for(const[node,value]of typed)if(isReady(node)||!node.isConnected){
typed.delete(node);enter(node,value)}
if(typed.size)return;
if(again){if(isReady(again.node)){again.run();again=0}return}
clearInterval(timer);for(const type in kept)removeEventListener(type,kept[type],true)},30)}`;
