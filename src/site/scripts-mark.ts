/**
 * Marks the document when a script of ours can't be fetched, before any has run. Constant: the
 * content security policy names the hash of the script it is part of.
 */
export const scriptsMarkScript =
  "addEventListener('error',({target:t})=>{/\\/assets\\/.+\\.js$/.test(t.src||t.href)&&document.documentElement.setAttribute('data-scripts-failed','')},true)";
