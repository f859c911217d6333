// Checks an invoice by the XML schemas of UBL 2.1 and by the rules of EN 16931, as the authorities
// publish them: test/fixtures/en16931.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
// @ts-expect-error It has no types.
import saxon from 'saxon-js';
import { validateXML } from 'xmllint-wasm';
import { createOnce } from '#lib/create-once.ts';

const fixtures = new URL('../fixtures/en16931/', import.meta.url);
const unzip = (name: string): string =>
  gunzipSync(readFileSync(new URL(name, fixtures))).toString();

/** Signatures are the only extension of UBL that needs more schemas; invoices have none. */
const noExtensions = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema"
  xmlns="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"
  targetNamespace="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">
  <xsd:complexType name="ExtensionContentType"><xsd:sequence>
    <xsd:any namespace="##other" processContents="skip"/>
  </xsd:sequence></xsd:complexType>
</xsd:schema>`;

const coreComponents = 'urn:un:unece:uncefact:data:specification:CoreComponentTypeSchemaModule:2';
const coreComponentsFile = 'CCTS_CCT_SchemaModule-2.1.xsd';

const schemas = createOnce(() => {
  const files = JSON.parse(unzip('ubl-2.1.json.gz')) as Record<string, string>;
  files['UBL-ExtensionContentDataType-2.1.xsd'] = noExtensions;
  return Object.entries(files).map(([fileName, text]) => ({
    fileName,
    // All files are in one folder here.
    contents: text
      .replaceAll('../common/', '')
      .replace(
        `<xsd:import namespace="${coreComponents}"/>`,
        `<xsd:import namespace="${coreComponents}" schemaLocation="${coreComponentsFile}"/>`,
      ),
  }));
});

async function checkSchema(xml: string): Promise<string[]> {
  const isInvoice = xml.includes('<Invoice ');
  const name = isInvoice ? 'UBL-Invoice-2.1.xsd' : 'UBL-CreditNote-2.1.xsd';
  const main = schemas().find(({ fileName }) => fileName === name)!;
  const result = await validateXML({
    xml: [{ fileName: 'invoice.xml', contents: xml }],
    schema: [main],
    preload: schemas().filter((one) => one !== main),
  });
  return result.valid ? [] : result.errors.map(({ message }) => message);
}

const rules = createOnce(() => JSON.parse(unzip('validation.sef.json.gz')) as object);

/** Each failed rule with its text, such as `BR-CO-10: ...`. */
function checkRules(xml: string): string[] {
  const { principalResult } = saxon.transform({
    stylesheetInternal: rules(),
    sourceText: xml,
    destination: 'serialized',
  }) as { principalResult: string };
  return [
    ...principalResult.matchAll(
      /<svrl:failed-assert[^>]*?id="([^"]*)"[^>]*>([\s\S]*?)<\/svrl:failed/g,
    ),
  ].map(([, id, text]) => `${id}: ${text!.replaceAll(/<[^>]*>|\s+/g, ' ').trim()}`);
}

/** Everything that is wrong; an empty list for a valid invoice or credit note. */
export const checkInvoiceXml = async (xml: string): Promise<string[]> => [
  ...(await checkSchema(xml)),
  ...checkRules(xml),
];
