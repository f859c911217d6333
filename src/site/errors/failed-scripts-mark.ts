/**
 * Sets an attribute on the document when one of our scripts can't be fetched. Constant, because the
 * content security policy contains the hash of the inline script that includes it.
 */
export const failedScriptsScript =
  "addEventListener('error',({target:t})=>{/\\/assets\\/.+\\.js$/.test(t.src||t.href)&&document.documentElement.setAttribute('data-scripts-failed','')},true)";
